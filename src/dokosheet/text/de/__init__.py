"""Sentences in German."""
