"""The commands of `subpunct`; heavy modules are imported inside them, so that help is instant."""
