import * as burst from '../../src/messages/mention/burst.ts'
import * as cards from '../../src/messages/mention/card.ts'
import type { CardMenu } from '../../src/messages/mention/card-menu.ts'
import * as shown from '../../src/messages/mention/shown-mentions.ts'
import type { Content } from '../../src/model/message.ts'

/** What features could add to cards. It is the same whichever features are present. */
export const sampleMenu: CardMenu = {
  choices: [{ choice: 'mute', label: 'Mute…', offer: 'mute', whenDone: true }],
  form: [
    { offer: 'links' },
    { offer: 'ticket', alone: { choice: 'ticket', label: 'Link ticket…' }, forSeveral: true },
  ],
  several: [{ choice: 'mute-author', label: 'Mute their authors for 7 days', offers: ['mute'] }],
}

type Rest<Parameters extends unknown[]> = Parameters extends [unknown, unknown, ...infer Others]
  ? Others
  : never

/** The drawings of the bot, with this menu. */

export const card = (
  mention: Parameters<typeof cards.card>[0],
  place: Omit<cards.CardPlace, 'menu'>,
  ...rest: Rest<Parameters<typeof cards.card>>
): Content => cards.card(mention, { ...place, menu: sampleMenu }, ...rest)

export const drawMentions = (
  shows: Parameters<typeof shown.drawMentions>[0],
  drawing: Omit<Parameters<typeof shown.drawMentions>[1], 'menu'> = {},
): Content => shown.drawMentions(shows, { ...drawing, menu: sampleMenu })

export const drawBurst = (
  summary: Parameters<typeof burst.drawBurst>[0],
  ...rest: Rest<Parameters<typeof burst.drawBurst>>
): Content => burst.drawBurst(summary, sampleMenu, ...rest)

export const burstThread = (
  part: Parameters<typeof burst.burstThread>[0],
  ...rest: Rest<Parameters<typeof burst.burstThread>>
): Content => burst.burstThread(part, sampleMenu, ...rest)
