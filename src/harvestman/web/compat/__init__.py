"""Other services' interfaces: GROBID's and CiteSeerExtractor's."""
