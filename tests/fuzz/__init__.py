"""Random answers of GitHub: whatever it sends, only what the contract declares comes out.

    python -m tests.fuzz --answers 10000 --seed 1

The generated server runs in this process, from arguments to envelope, and asks a service on loopback that answers with
bytes made up at random: refusals, valid objects, valid objects with something wrong in them, and what is no answer at
all. Each answer follows from the seed and its number alone, so that whatever is found can be found again.
"""
