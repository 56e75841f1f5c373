/* Amounts over time: a column for each window, or a line through instants. A table with the numbers is always beside it. */
import { s } from './dom.js';
import { exactText, hoursText, instantText, isFiniteNumber, toNumber } from './format.js';

const HEIGHT = 200;
const LEFT = 58;
const BOTTOM = 22;

/** The next "round" number (1, 2, 5 x 10^n) from a value up. */
function round(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value * 0.999999);
}

/** TRES-seconds in hours on an axis from 0 to a round number. */
function axis(values) {
  const most = Math.max(0, ...values.filter(isFiniteNumber)) / 3600;
  const step = round(most / 4);
  const ticks = [];
  for (let tick = 0; tick < most + step; tick += step) ticks.push(tick);
  const top = ticks.at(-1) * 3600 || 3600;
  return { top, ticks, y: (value) => (HEIGHT - BOTTOM) * (1 - value / top) + 6 };
}

/** As wide as the view, so that letters keep their size. */
const across = () => Math.max(280, (document.getElementById('main')?.clientWidth ?? 800) - 40);

function frame(label, { ticks, y }, width, times, ...children) {
  return s(
    'svg',
    { class: 'chart', viewBox: `0 0 ${width} ${HEIGHT + 10}`, role: 'img', 'aria-label': label },
    ticks.map((tick) => [
      s('line', { class: 'gridline', x1: LEFT, x2: width, y1: y(tick * 3600), y2: y(tick * 3600) }),
      s('text', { class: 'axis', x: LEFT - 6, y: y(tick * 3600) + 4, 'text-anchor': 'end' }, hoursText(tick * 3600)),
    ]),
    children,
    times.map(({ x, text }) => s('text', { class: 'axis', x, y: HEIGHT + 6, 'text-anchor': x > width - 60 ? 'end' : 'middle' }, text)),
  );
}

/** The length of the first whole window. */
const lasting = (windows) => Math.max(0, ...windows.slice(0, 2).map(({ start, end }) => Date.parse(end) - Date.parse(start)));

/** A label every 110 pixels at most: "11-21" for days, "11-21 14h" for hours, "14:05:30" for less. */
function labels(starts, position, byHour, width, millis = Infinity) {
  const every = Math.max(1, Math.ceil(starts.length / Math.max(2, Math.floor(width / 110))));
  const text = (start) => {
    const said = instantText(start);
    if (millis < 3600_000) return said.slice(11);
    return byHour || millis < 86_400_000 ? `${said.slice(5, 10)} ${said.slice(11, 13)}h` : said.slice(5, 10);
  };
  return starts.flatMap((start, index) => (index % every === 0 ? [{ x: position(index), text: text(start) }] : []));
}

/** Windows with start, end and value. */
export function columns(windows, label, byHour) {
  const values = windows.map(({ value }) => toNumber(value) ?? 0);
  const scale = axis(values);
  const all = across();
  const width = (all - LEFT) / Math.max(1, windows.length);
  const gap = width > 4 ? Math.min(4, width * 0.15) : 0;
  return frame(
    label,
    scale,
    all,
    labels(windows.map(({ start }) => start), (index) => LEFT + width * (index + 0.5), byHour, all, lasting(windows)),
    windows.map((window, index) =>
      s(
        'rect',
        { class: 'column', x: LEFT + width * index + gap / 2, y: scale.y(values[index]), width: width - gap, height: Math.max(0, scale.y(0) - scale.y(values[index])) },
        s('title', null, `${instantText(window.start, false)} to ${instantText(window.end, false)} UTC: ${hoursText(window.value)} cpu-hours (${exactText(window.value)} TRES-seconds)`),
      ),
    ),
  );
}

/** Instants {at, value} in order. */
export function line(points, label) {
  const known = points.filter(({ value }) => isFiniteNumber(toNumber(value)));
  if (known.length < 2) return null;
  const scale = axis(known.map(({ value }) => toNumber(value)));
  const first = Date.parse(known[0].at);
  const all = across();
  const span = Date.parse(known.at(-1).at) - first || 1;
  const x = (at) => LEFT + ((all - LEFT - 4) * (Date.parse(at) - first)) / span;
  const path = known.map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at).toFixed(2)} ${scale.y(toNumber(value)).toFixed(2)}`).join('');
  return frame(
    label,
    scale,
    all,
    labels(known.map(({ at }) => at), (index) => x(known[index].at), span < 4 * 86400_000, all),
    s('path', { class: 'line', d: path }),
    known.map(({ at, value }) => s('circle', { class: 'point', cx: x(at), cy: scale.y(toNumber(value)), r: 3 }, s('title', null, `${instantText(at)} UTC: ${hoursText(value)} cpu-hours (${exactText(value)} TRES-seconds)`))),
  );
}
