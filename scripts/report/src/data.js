// The page's data: what scripts/plots/report_data.py wrote, unpacked.

// Bytes of the gzip stream that an element of the page holds in base64.
export async function unpack(id) {
  const text = document.getElementById(id).textContent;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

export async function readData() {
  return JSON.parse(new TextDecoder().decode(await unpack("data")));
}

// Places of the points that a filter lets through; filter[axis] is a value's place or null for all.
export function visiblePoints(data, filter) {
  const places = [];
  data.points.at.forEach((at, place) => {
    if (filter.every((wanted, axis) => wanted === null || at[axis] === wanted)) places.push(place);
  });
  return places;
}

// [line, marker] of a quantity at a point, each [value, low, high] or null.
export function estimatesOf(data, quantity, point) {
  const columns = data.quantities[quantity].columns.map((column) =>
    column ? column[point] : null,
  );
  return sidesOf(columns);
}

// [line, marker] of six numbers.
export function sidesOf(six) {
  return [six.slice(0, 3), six.slice(3, 6)].map((side) => (side[0] === null ? null : side));
}
