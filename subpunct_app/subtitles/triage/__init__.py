"""Tell what state an archive is in before anything is changed: which files need marks at all."""
