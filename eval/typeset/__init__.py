"""Papers typeset in the templates of publishers, to judge the reading of documents on layouts that nobody looked at before.

Titles, names and organisations are real (drawn from the folder of data); who wrote what is made up, so every answer is known.
"""
