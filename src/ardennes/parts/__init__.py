"""What wargames share: dice, tables read from files, odds arithmetic."""
