"""What the operating system offers to hold a learner's process, layer by layer.

`linux` holds the layers a worker applies to itself; `probe` measures what they really stop.
"""
