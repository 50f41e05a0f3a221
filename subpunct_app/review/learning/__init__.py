"""What the decisions of an editor teach: about a model, a project, a text."""
