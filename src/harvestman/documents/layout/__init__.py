"""Layout: what every kind of file is turned into before it is read: pages of lines in reading order, with places and fonts.

In: the bytes of a file of any kind. Out: a `Layout`, or `Unreadable` with the status that the file ends in. It never asks what a
line says, except to tell text from rubbish.
"""
