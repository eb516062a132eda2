"""The learned reader: regions (`regions.py`), what models are told of them (`features.py`, `consistency.py`,
`token_features.py`), the models at work (`tagging.py`), and papers made of labels (`bundling.py`, `people.py`).
"""
