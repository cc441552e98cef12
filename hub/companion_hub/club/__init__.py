"""What people decide: who may do what, how boxes are to be set, who plays whom."""
