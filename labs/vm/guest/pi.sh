# A GPIO chip with the lines and the label of a Raspberry Pi 4, and the revision of the board.
set -e
chip=/sys/kernel/config/gpio-sim/pi
mkdir -p "$chip/bank0"
echo 28 >"$chip/bank0/num_lines"
echo pinctrl-bcm2711 >"$chip/bank0/label"
echo 1 >"$chip/live"
{
    cat /proc/cpuinfo
    echo "Revision	: c03111"
} >/run/cpuinfo
