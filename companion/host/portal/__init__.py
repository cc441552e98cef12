"""Wi-Fi setup by phone: the box opens an access point with a page to choose a network."""
