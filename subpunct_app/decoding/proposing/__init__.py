"""From a document to suggestions: which model is asked, about what, and what it hears."""
