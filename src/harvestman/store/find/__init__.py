"""Find: questions with their answers, and what search providers answered."""
