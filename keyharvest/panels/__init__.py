"""The panels of the game screen and the parts that all screens share: strings of HTML, without side effects."""
