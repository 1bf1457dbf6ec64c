import { h, type VNode } from '../dom/h.ts'

/** Strokes of the page's own signs, in a square of 20. */
const strokes = {
  hash: 'M4 7.5h13M3 12.5h13M8 3.5l-1.5 13M13.5 3.5L12 16.5',
  lock: 'M5.5 9.5h9v7h-9zM7 9.5V7a3 3 0 0 1 6 0v2.5',
  thread: 'M4 4.5h12v8.5H9.5L6 16v-3H4z',
  close: 'M5 5l10 10M15 5L5 15',
  menu: 'M3.5 5.5h13M3.5 10h13M3.5 14.5h13',
  send: 'M3.5 4l13 6-13 6 2-6zM5.5 10h5',
  inspect: 'M7 5.5L2.5 10 7 14.5M13 5.5l4.5 4.5-4.5 4.5M11 4L9 16',
  demo: 'M5 3.5v5M5 12.5v4M10 3.5v1M10 8.5v8M15 3.5v7M15 14.5v2M3 10.5h4M8 6.5h4M13 12.5h4',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 2v2M10 16v2M2 10h2M16 10h2M4.5 4.5L6 6M14 14l1.5 1.5M4.5 15.5L6 14M14 6l1.5-1.5',
  eye: 'M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5zM10 7.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z',
  back: 'M12.5 4.5L7 10l5.5 5.5',
  chevron: 'M5.5 7.5L10 12l4.5-4.5',
}

/** The page's signs by name. */
export type IconName = keyof typeof strokes

/** A sign of the page, for the eye only. */
export function icon(name: IconName): VNode {
  return h(
    'svg',
    { class: 'icon', viewBox: '0 0 20 20', 'aria-hidden': 'true' },
    h('path', { d: strokes[name] }),
  )
}
