"""Sentences in English."""
