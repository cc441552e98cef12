"""What follows from the declared messages outside the program: types and documents."""
