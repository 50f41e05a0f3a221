"""Train networks on punctuated text and judge them."""

import os

# Read by OpenMP once torch is imported. Threads that spin while they wait for one another take the
# cores from everybody else, too; where these are busy, a step of an LSTM takes many times as long.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
