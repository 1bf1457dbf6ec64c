import {
  anyChannel,
  button,
  homeButton,
  homeRow,
  homeRowMenu,
  type Line,
  listMenu,
  listRow,
  mentions,
  of,
  plain,
  press,
  tells,
} from '../../permissions/attack-kit.ts'

export const menus = ['open_menu']

// biome-ignore format: A table is read by its rows.
export const lines: Line[] = [
  ...of('command /mentions',
    ['open', 'read', mentions(() => 'open'), tells],
    ['open mine', 'read', mentions(() => 'open mine')],
  ),
  ...of('action open_claim', ['in a list', 'handle', listRow('open_claim')], ['on the home tab', 'home', homeRow('open_claim'), anyChannel]),
  ...of('action open_done', ['in a list', 'handle', listRow('open_done')], ['on the home tab', 'home', homeRow('open_done'), anyChannel]),
  ...of('action open_menu',
    ['done', 'handle', listMenu('done')],
    ['done', 'home', homeRowMenu('done'), anyChannel],
    ['release', 'handle', listMenu('release')],
    ['release', 'home', homeRowMenu('release'), anyChannel],
  ),
  ...of('action /^open_page(_(back|on))?$/',
    ['in a list', 'everybody', press(() => button('open_page_on', '{"scope":"channel","page":0}'))],
    ['on the home tab', 'home', homeButton('open_page_on', '{"scope":"home","page":0}'), plain],
  ),
]
