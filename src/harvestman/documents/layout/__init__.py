"""Layout: what every kind of file is turned into before it is read: pages of lines in reading order, with places and fonts."""
