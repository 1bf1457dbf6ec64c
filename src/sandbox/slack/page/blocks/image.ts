import { h, type VNode } from '../dom/h.ts'
import { type Json, textAt } from './read.ts'

/** A picture is never fetched: that would tell a stranger's server who looks. Its words stand in a frame instead. */
export function showImage(image: Json, title = ''): VNode {
  return h('figure', { class: 'picture' }, [
    title !== '' && h('figcaption', {}, title),
    h('div', { class: 'picture-frame' }, [
      h('span', { 'aria-hidden': 'true' }, '🖼'),
      h('span', {}, textAt(image, 'alt_text') || 'A picture'),
    ]),
  ])
}
