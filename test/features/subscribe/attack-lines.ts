import {
  anyChannel,
  directOf,
  formNote,
  homeButton,
  homeMenu,
  inSubscribeForm,
  type Line,
  mentions,
  named,
  of,
  personalForm,
  plain,
  submit,
  subscribeInputs,
  typed,
  undo,
} from '../../permissions/attack-kit.ts'
import { people } from '../../tools/attack-people.ts'

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

  // A person subscribes themselves in the messages of the app, to any alert that they may read. Nobody needs to be an admin for that.
  ...of('command /mentions', ['subscribe in the own direct messages', 'home', (world, by, on) => world.run(by.user, directOf(world, by.user), `/mentions subscribe ${typed(on)}`), anyChannel]),
  ...of('view subscribe',
    ['a subscription in the direct messages of another person', 'quiet', submit('subscribe', (on, by, world) => personalForm(world, on, directOf(world, by.role === 'inside' ? people.outside : people.inside))), anyChannel],
    ['a subscription in the own direct messages', 'home', submit('subscribe', (on, by, world) => personalForm(world, on, directOf(world, by.user))), { ...anyChannel, posts: true }],
  ),
  ...of('command /mentions', ['unsubscribe in the direct messages of another person', 'quiet', (world, by) => world.run(by.user, directOf(world, by.role === 'inside' ? people.outside : people.inside), '/mentions unsubscribe'), plain]),
]
