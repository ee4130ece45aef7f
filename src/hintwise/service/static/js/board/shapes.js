/** Lines around and between cells, as SVG path data. A cell is 100 units wide. */

export const UNIT = 100;

// A side of a cell: the step across it, and the step along it.
const SIDES = [[[-1, 0], [0, 1]], [[1, 0], [0, 1]], [[0, -1], [1, 0]], [[0, 1], [1, 0]]];

/**
 * Path data of the line around some cells, `inset` inside them. It stops short at an outer corner
 * and runs over at an inner one, so that edges meet.
 * @param {[number, number][]} cells rows and columns from 0
 */
export function outline(cells, inset) {
  const within = new Set(cells.map(String));
  const has = (row, column) => within.has(`${row},${column}`);
  return cells
    .flatMap(([row, column]) => SIDES.map((side) => edge(has, row, column, side, inset)))
    .join("");
}

function edge(has, row, column, [across, along], inset) {
  if (has(row + across[0], column + across[1])) return "";
  const reach = (way) => {
    const beside = [row + way * along[0], column + way * along[1]];
    if (!has(...beside)) return -inset;
    return has(beside[0] + across[0], beside[1] + across[1]) ? inset : 0;
  };
  const half = UNIT / 2;
  const x = column * UNIT + half + across[1] * (half - inset);
  const y = row * UNIT + half + across[0] * (half - inset);
  const [back, on] = [half + reach(-1), half + reach(1)];
  return (
    `M${x - along[1] * back} ${y - along[0] * back}` + `L${x + along[1] * on} ${y + along[0] * on}`
  );
}

/** Path data of the lines between neighbours that `differ` in something, and around the board. */
export function walls(height, width, differ) {
  const path = [];
  for (let row = 0; row <= height; row += 1)
    for (let column = 0; column <= width; column += 1) {
      const [x, y] = [column * UNIT, row * UNIT];
      if (column < width && differ([row - 1, column], [row, column])) path.push(`M${x} ${y}h${UNIT}`);
      if (row < height && differ([row, column - 1], [row, column])) path.push(`M${x} ${y}v${UNIT}`);
    }
  return path.join("");
}
