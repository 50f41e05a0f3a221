"""Measure on this machine: speed beside others, and what a review costs and saves."""
