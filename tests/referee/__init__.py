"""The referee: a second rules engine, written from the rules and the formats alone, to check the engine against."""
