#!/bin/sh
# The figures of docs/ladder.md, by the commands that make them; docs/many-games.md says how long they take.
#
#   sh docs/figures.sh PART...        learn, match, longer, captain, ranks, exploiters, words, chance, balance, honest, suite
#
# MORE goes to every command, e.g. MORE="--workers 16" or MORE="--scheduler tcp://HOST:8786". Whatever is stopped goes on
# when the same part is asked for again: games are kept in the folder KEEP (figures), tables are added to KEEP/table.md.
# PYTHON (python3) is the one that ardennes is installed in.
set -e
KEEP=${KEEP:-figures}
mkdir -p "$KEEP"

ladder() { ardennes ladder "$@" --keep "$KEEP" --record "$KEEP/table.md" $MORE; }
train() { ardennes train "$@" --keep "$KEEP" $MORE; }
calibrate() { ardennes calibrate "$@" --keep "$KEEP" $MORE | tee -a "$KEEP/table.md"; }
balance() { ardennes balance "$@" --keep "$KEEP" $MORE | tee -a "$KEEP/table.md"; }

# Values first: every other figure is about what they make of the general.
learn() {
  train tigers_in_the_mist --scenario seventh_army --games 24000 --pairs 80
  train tigers_in_the_mist --scenario fifth_panzer --games 12000 --pairs 40
  train tigers_in_the_mist --scenario first_three_days --games 8000 --pairs 40
  train tigers_in_the_mist --scenario campaign --games 8000 --pairs 40
  train bitter_woods --scenario six_turn --preset tournament --games 4000 --pairs 40
  train bitter_woods --scenario eight_turn --preset tournament --games 4000 --pairs 40
  train deadly_woods --scenario german_attack --games 1500 --pairs 40
  train enemy_action_ardennes --scenario allies_surprised --games 2000 --pairs 40
}

# The general against the staff. Against the staff of an earlier commit: staff@FOLDER, a checkout of it.
match() {
  ladder tigers_in_the_mist --scenario seventh_army --agents general,staff --pairs 200 --seed 20001
  ladder tigers_in_the_mist --scenario fifth_panzer --agents general,staff --pairs 60 --seed 20001
  ladder tigers_in_the_mist --scenario first_three_days --agents general,staff --pairs 60 --seed 20001
  ladder tigers_in_the_mist --scenario campaign --agents general,staff --pairs 60 --seed 20001
  ladder bitter_woods --scenario six_turn --preset tournament --agents general,staff --pairs 100 --seed 20001
  ladder deadly_woods --scenario german_attack --agents general,staff --pairs 60 --seed 20001
  ladder enemy_action_ardennes --scenario allies_surprised --agents general,staff --pairs 60 --seed 20001
}

# The general against the staff in the scenarios that are longer, or have no net.
longer() {
  ladder bitter_woods --scenario eight_turn --preset tournament --agents general,staff --pairs 24 --seed 20001
  ladder bitter_woods --scenario campaign --agents general,staff --pairs 12 --seed 20001
  ladder deadly_woods --scenario campaign --agents general,staff --pairs 12 --seed 20001
  ladder enemy_action_ardennes --scenario initial_assault --agents general,staff --pairs 60 --seed 20001
  for scenario in german_breakout battle_of_the_bulge crisis_at_the_meuse; do
    ladder enemy_action_ardennes --scenario $scenario --agents general,staff --pairs 12 --seed 20001
  done
}

# The captain, who compares no futures.
captain() {
  ladder tigers_in_the_mist --scenario seventh_army --agents captain,staff --pairs 100 --seed 100
  ladder bitter_woods --scenario six_turn --preset tournament --agents captain,staff --pairs 40 --seed 100
  ladder deadly_woods --scenario german_attack --agents captain,staff --pairs 40 --seed 100
  ladder enemy_action_ardennes --scenario allies_surprised --agents captain,staff --pairs 40 --seed 100
}

# Every rank against the one below.
ranks() {
  for pair in sergeant,recruit captain,sergeant colonel,captain general,colonel; do
    ladder tigers_in_the_mist --scenario seventh_army --agents $pair --pairs 100 --seed 30001
    ladder bitter_woods --scenario six_turn --preset tournament --agents $pair --pairs 40 --seed 30001
  done
}

# Bots with one idea each.
exploiters() {
  for bot in rush turtle raider runner sitter; do
    ladder tigers_in_the_mist --scenario seventh_army --agents general,$bot --pairs 40 --seed 40001
    ladder bitter_woods --scenario six_turn --preset tournament --agents general,$bot --pairs 20 --seed 40001
  done
}

# A bot that follows only the written order, and the same with the orders of other games.
words() {
  ladder tigers_in_the_mist --scenario seventh_army --agents order-taker,staff --pairs 100 --seed 50001
  ladder tigers_in_the_mist --scenario seventh_army --agents order-taker-swapped,staff --pairs 100 --seed 50001
  ladder bitter_woods --scenario six_turn --preset tournament --agents order-taker,staff --pairs 40 --seed 50001
  ladder bitter_woods --scenario six_turn --preset tournament --agents order-taker-swapped,staff --pairs 40 --seed 50001
}

# The win chance: fitted on games between equal staffs, checked on others, and kept with the values.
chance() {
  calibrate tigers_in_the_mist --scenario seventh_army --fit --games 500 --check 500
  calibrate tigers_in_the_mist --scenario fifth_panzer --fit --games 300 --check 500
  calibrate tigers_in_the_mist --scenario first_three_days --fit --games 300 --check 500
  calibrate tigers_in_the_mist --scenario campaign --fit --games 300 --check 500
  calibrate bitter_woods --scenario six_turn --preset tournament --fit --games 300 --check 500
  calibrate deadly_woods --scenario german_attack --fit --games 300 --check 500
  calibrate enemy_action_ardennes --scenario allies_surprised --fit --games 300 --check 500
}

# Who wins between equals.
balance_all() {
  for agent in staff general; do
    for scenario in seventh_army fifth_panzer first_three_days campaign; do
      balance tigers_in_the_mist --scenario $scenario --agent $agent --games 60
    done
    for scenario in six_turn eight_turn campaign; do
      balance bitter_woods --scenario $scenario --preset tournament --agent $agent --games 60
    done
    for scenario in german_attack campaign; do
      balance deadly_woods --scenario $scenario --agent $agent --games 60
    done
    for scenario in initial_assault allies_surprised battle_of_the_bulge german_breakout crisis_at_the_meuse; do
      balance enemy_action_ardennes --scenario $scenario --agent $agent --games 60
    done
  done
}

# The titles, by the one list there is of them.
titles() { "${PYTHON:-python3}" -c 'from ardennes.titles import KEYS; print(*KEYS)'; }

# What is hidden and the dice to come, shuffled: no changed choice.
honest() {
  found=$(titles)
  for title in $found; do
    ardennes fuzz $title --honest captain --positions 2500 $MORE
    ardennes fuzz $title --honest general --positions 75 $MORE
  done
}

suite() {
  found=$(titles)
  for title in $found; do
    ardennes suite $title --agents staff,general,naive,random
  done
}

[ $# -gt 0 ] || { sed -n '2,8p' "$0"; exit 2; }
for part in "$@"; do
  case $part in balance) balance_all ;; learn | match | longer | captain | ranks | exploiters | words | chance | honest | suite) $part ;;
    *) echo "figures: expected learn, match, longer, captain, ranks, exploiters, words, chance, balance, honest or suite, got $part"; exit 2 ;;
  esac
done
