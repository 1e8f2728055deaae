#!/usr/bin/env bash
# Gnumeric 1.12.55 in German splits a file with semicolons at its decimal commas.
#
# One would guess: a spreadsheet whose user writes 19,90 takes semicolons for separators, as LibreOffice does when it is set to German. Each
# line of the file has more semicolons than commas.
# What happens: opened without its assistant, as by a double click, each line is cut at its commas: "2026-03-01;8;1037", "45;197", "11".
# Source: Gnumeric 1.12.55 of Debian 12, its importer "Comma or tab separated values"; `apt-get install gnumeric locales`.
# Hurts: shops in Germany, France and most of Europe: sums are wrong without any message. The way out: "Import text file", semicolon.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
localedef -i de_DE -f UTF-8 ./de_DE.UTF-8
printf 'date;order;net;tax\r\n2026-03-01;8;1037,45;197,11\r\n2026-03-02;9;0,05;0,01\r\n' > file.csv
LOCPATH=$folder LC_ALL=de_DE.UTF-8 ssconvert --import-type=Gnumeric_stf:stf_csvtab file.csv file.gnumeric 2> errors.txt
LC_ALL=C.UTF-8 ssconvert --export-type=Gnumeric_stf:stf_assistant -O 'separator=|' file.gnumeric out.txt 2>> errors.txt
ssconvert --version 2>&1 | head -1
seen=$(sed -n 2p out.txt); echo "$seen"
expected='2026-03-01;8;1037|45;197|11'
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.'; exit 1; }
