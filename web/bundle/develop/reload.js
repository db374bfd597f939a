// Added to the page in development: loads it again when its sources have changed.
new EventSource("./changes").onmessage = () => location.reload();
