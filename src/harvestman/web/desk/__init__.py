"""The desk: pages for people, made on the server, at the addresses that a browser asks for first.

A page calls what the routes of the JSON interface call and shows it; what it changes, it changes by a form with a token, and can undo. Pages
work without JavaScript and by keyboard alone, in English, Spanish and Russian (`languages/`). Everything that came from the web is text
here: templates escape it, and archived copies stand in frames that run and fetch nothing.
"""
