/* Share and usage: a pale bar for the share; below it a bar for usage, blue up to the share and orange beyond it. */
import { s } from './dom.js';
import { isFiniteNumber, toNumber } from './format.js';

/** The share of a node among its siblings or of the tree, and its usage in the same terms. */
export function pair(node, parent) {
  const share = toNumber(node.normShares);
  let usage = toNumber(node.effectiveUsage) ?? toNumber(node.normUsage);
  if (usage === null && parent && toNumber(parent.rawUsage) > 0) usage = toNumber(node.rawUsage) / toNumber(parent.rawUsage);
  return { share, usage };
}

/** What a share, or usage beside it, is called under a policy: Fair Tree counts both within each level. */
export const ofLevel = (policy, name) => (policy.algorithm?.startsWith('FAIR_TREE') ? `${name} of level` : name);

/** The largest of all shares and usages: the bars of one group have one scale. */
export function scale(pairs) {
  const values = pairs.flatMap(({ share, usage }) => [share, usage]).filter(isFiniteNumber);
  return Math.max(1e-12, ...values);
}

/** Two bars, 100 wide at `most`. Screen readers skip them: the numbers are beside them. */
export function pairBars({ share, usage }, most) {
  const shareWidth = width(share, most);
  const usageWidth = width(usage, most);
  // Without a share of its own (fairshare=parent), there is no limit to exceed.
  const within = share === null ? usageWidth : Math.min(usageWidth, shareWidth);
  return s(
    'svg',
    { class: 'pair', viewBox: '0 0 100 14', preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' },
    s('rect', { class: 'track', x: 0, y: 0, width: 100, height: 14 }),
    s('rect', { class: 'share', x: 0, y: 1, width: shareWidth, height: 5 }),
    s('rect', { class: 'within', x: 0, y: 8, width: within, height: 5 }),
    s('rect', { class: 'over', x: within, y: 8, width: usageWidth - within, height: 5 }),
    share !== null && s('rect', { class: 'mark', x: Math.max(0, Math.min(99.2, shareWidth - 0.4)), y: 0, width: 0.8, height: 14 }),
  );
}

function width(value, most) {
  return isFiniteNumber(value) ? Math.max(0, Math.min(100, (100 * value) / most)) : 0;
}

/** The word for the colour: readers may not see it. */
export function verdict({ share, usage }) {
  if (!isFiniteNumber(share) || !isFiniteNumber(usage)) return '';
  if (usage > share * 1.05) return 'over';
  if (usage < share * 0.95) return 'under';
  return 'at share';
}
