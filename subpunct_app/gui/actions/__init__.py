"""The one list of actions, and every way to set one off: keys, menus, buttons, palette."""
