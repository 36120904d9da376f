"""BLAME: closes every descriptor while the file is run, and then goes on.

Must: crashed, never `broken`.
base: stub
deserves: 0 + 0
harmless: yes
"""

import time

os.closerange(0, 64)
time.sleep(0.2)
