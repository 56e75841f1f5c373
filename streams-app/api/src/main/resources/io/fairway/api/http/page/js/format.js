/*
 * Numbers and instants for people. A rounded number has the exact one in its title. The switch "Exact" shows exact numbers
 * everywhere.
 */
import { h } from './dom.js';

const EXACT_KEY = 'fairway.exact';
let exactEverywhere = stored(EXACT_KEY) === 'yes';

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export const isExact = () => exactEverywhere;

export function setExact(on) {
  exactEverywhere = on;
  try {
    localStorage.setItem(EXACT_KEY, on ? 'yes' : 'no');
  } catch {
    // Without storage, it lasts until the reader leaves the page.
  }
}

const NONE = '\u2013';
const significant = new Map();

function rounded(value, digits) {
  if (!significant.has(digits)) {
    significant.set(digits, new Intl.NumberFormat('en', { maximumSignificantDigits: digits }));
  }
  return significant.get(digits).format(value);
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** The API's numbers: numbers, null, and infinity as text. */
export function toNumber(value) {
  if (value === 'Infinity') return Infinity;
  if (value === '-Infinity') return -Infinity;
  return typeof value === 'number' ? value : null;
}

export const isFiniteNumber = (value) => typeof value === 'number' && Number.isFinite(value);

/** All digits. */
export function exactText(value) {
  const number = toNumber(value);
  if (number === null) return NONE;
  if (number === Infinity) return '\u221e';
  if (number === -Infinity) return '\u2212\u221e';
  return String(number).replace('-', '\u2212');
}

/** Four significant digits; whole numbers in full. */
export function numberText(value, digits = 4) {
  const number = toNumber(value);
  if (exactEverywhere || !isFiniteNumber(number)) return exactText(value);
  if (Number.isInteger(number) || Math.abs(number) >= 10 ** digits) return whole.format(number).replace('-', '\u2212');
  if (number !== 0 && Math.abs(number) < 1e-6) return number.toExponential(2).replace('-', '\u2212');
  return rounded(number, digits).replace('-', '\u2212');
}

/** A part of 1, in percent. */
export function percentText(part) {
  const number = toNumber(part);
  if (!isFiniteNumber(number)) return exactText(part);
  if (exactEverywhere) return `${number * 100}\u00a0%`;
  const percent = number * 100;
  const digits = Math.abs(percent) >= 10 ? 3 : 2;
  return `${percent !== 0 && Math.abs(percent) < 0.0001 ? '<0.0001' : rounded(percent, digits)}\u00a0%`;
}

function roundedHours(hours) {
  if (exactEverywhere) return String(hours);
  if (Math.abs(hours) >= 1e6) return `${rounded(hours / 1e6, 4)}\u00a0M`;
  return Math.abs(hours) >= 100 ? whole.format(hours) : rounded(hours, 3);
}

/** TRES-seconds in cpu-hours. */
export function hoursText(seconds) {
  const number = toNumber(seconds);
  if (!isFiniteNumber(number)) return exactText(seconds);
  const hours = number / 3600;
  return roundedHours(hours).replace('-', '\u2212');
}

function withTitle(text, title) {
  return h('span', { class: 'num', title }, text);
}

export const num = (value, digits) => withTitle(numberText(value, digits), exactText(value));
export const percent = (value) => withTitle(percentText(value), exactText(value));
export const hours = (value) => withTitle(hoursText(value), `${exactText(value)} TRES-seconds`);

/** With its sign, for a contribution. */
export function signed(value, digits = 4) {
  const number = toNumber(value);
  const text = numberText(value, digits);
  return withTitle(number !== null && number > 0 ? `+${text}` : text, exactText(value));
}

/**
 * The measure of a node, and its name: usage in hours; under LSF the denominator of the dynamic priority, a sum of times and
 * slots, each with its factor.
 */
export const counted = (policy) =>
  policy?.family === 'lsf'
    ? { name: 'denominator', title: 'Divisor of the shares: times and slots, each with its factor', show: (node) => num(node.rawUsage) }
    : { name: 'cpu-hours', title: 'Decayed usage of the whole subtree', show: (node) => hours(node.rawUsage) };

/** Usage as a multiple of the share: "1.90\u00d7". */
export function ratio(share, usage) {
  if (!isFiniteNumber(share) || !isFiniteNumber(usage)) return NONE;
  if (share === 0) return usage === 0 ? NONE : '\u221e';
  const times = usage / share;
  if (times > 0 && times < 0.01) return '<0.01\u00d7';
  return `${times >= 99.95 ? whole.format(times) : times.toFixed(times >= 9.995 ? 1 : 2)}\u00d7`;
}

export const count = (value) => (value === null || value === undefined ? NONE : whole.format(value));

/** "2026-11-21 14:03:22" of an instant, UTC; optionally without seconds. */
export function instantText(value, seconds = true) {
  if (!value) return NONE;
  const text = new Date(value).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, seconds ? 19 : 16)}`;
}

export const instant = (value, seconds) =>
  value ? h('time', { datetime: value, title: `${value} (UTC)` }, instantText(value, seconds)) : NONE;

/** "3 d 4 h" of milliseconds. */
export function durationText(millis) {
  const total = Math.round(Math.abs(millis) / 1000);
  const parts = [
    [Math.floor(total / 86400), 'd'],
    [Math.floor(total / 3600) % 24, 'h'],
    [Math.floor(total / 60) % 60, 'min'],
    [total % 60, 's'],
  ];
  const first = parts.findIndex(([amount]) => amount > 0);
  if (first < 0) return '0\u00a0s';
  return parts.slice(first, first + 2).filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount}\u00a0${unit}`).join(' ');
}

export function ago(value, now = Date.now()) {
  if (!value) return NONE;
  const millis = now - new Date(value).getTime();
  const text = millis < 0 ? `in ${durationText(millis)}` : durationText(millis);
  return h('time', { datetime: value, title: `${value} (UTC)` }, text);
}

/** "cpu 4, mem 16,000" of requested or allocated TRES. */
export function tresText(tres) {
  return Object.entries(tres ?? {}).map(([name, amount]) => `${name}\u00a0${numberText(amount)}`).join(', ') || NONE;
}
