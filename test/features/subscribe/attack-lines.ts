import {
  anyChannel,
  formNote,
  homeButton,
  homeMenu,
  inSubscribeForm,
  type Line,
  mentions,
  named,
  of,
  plain,
  submit,
  subscribeInputs,
  typed,
  undo,
} from '../../permissions/attack-kit.ts'

// biome-ignore format: A table is read by its rows.
export const lines: Line[] = [
  ...of('command /mentions',
    ['subscribe', 'subscribe', mentions((on) => `subscribe ${typed(on)}`)],
    ['edit', 'subscribe', mentions((on) => `edit ${named('made', on)}`)],
  ),
  ...of('action alert_menu',
    ['edit', 'subscribe', homeMenu('edit'), anyChannel],
  ),
  ...of('action subscription_new', ['Add alert…', 'subscribe', homeButton('subscription_new', 'new'), plain]),
  ...of('action subscribe_preview', ['Preview', 'subscribe', inSubscribeForm('subscribe_preview'), { sends: true }]),
  ...of('action subscribe_more', ['More settings…', 'everybody', inSubscribeForm('subscribe_more')]),
]

// biome-ignore format: A table is read by its rows.
export const lastLines: Line[] = [
  ...of('action change_undo', ['the end of a subscription', 'subscribe', undo('subscription')]),
  ...of('command /mentions', ['unsubscribe', 'change', mentions((on) => `unsubscribe ${named('made', on)}`), { once: true }]),
  ...of('view subscribe', ['a new subscription', 'subscribe', submit('subscribe', (on, _by, world) => ({ metadata: formNote(world, on), answers: subscribeInputs(on) })), { sends: true, posts: true }]),
]
