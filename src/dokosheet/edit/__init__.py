"""A sheet as a document, what can be done to it, and what can be done with any number of them."""
