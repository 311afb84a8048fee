/** The colours of labels. */

/** The colours of WhatsApp's list, by their places. */
export const COLORS = [
  ...['#ff9485', '#64c4ff', '#ffd429', '#dfaef0', '#99b6c1', '#55ccb3', '#ff9dff', '#d3a91d'],
  ...['#6d7cce', '#d7e752', '#00d0e2', '#ffc5c7', '#93ceac', '#f74848', '#00a0f2', '#83e422'],
  ...['#ffaf04', '#b5ebff', '#9ba6ff', '#9368cf'],
];

export const Dot = ({ color }: { color: number }) => (
  <svg class="dot" viewBox="0 0 10 10" aria-hidden="true">
    <circle cx="5" cy="5" r="5" fill={COLORS[color] ?? 'currentColor'} />
  </svg>
);
