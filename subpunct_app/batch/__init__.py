"""Restore marks in a whole folder of files, unattended, so that nothing is lost or done twice."""
