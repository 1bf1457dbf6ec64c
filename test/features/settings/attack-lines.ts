import { field, homeButton, type Line, of, plain, submit } from '../../permissions/attack-kit.ts'

/** The configuration file sets the digests, and the feed and the source are there already, so nobody changes anything, whatever is sent. */
const texts = {
  settings_owner: '',
  settings_digest_channel: 'C00000BRAND',
  settings_digest_alerts: 'Project Falcon',
  settings_digest_schedule: '0 9 * * *',
  settings_feeds: 'https://blog.example/feed.xml',
}
const label = { type: 'plain_text', text: 'Sources' }
const sources = {
  ...{ type: 'input', block_id: 'settings_sources', label },
  element: { type: 'checkboxes', action_id: 'settings_sources', options: [{ text: label, value: 'news' }] },
}
const otherSettings = (more: Record<string, string> = {}) => {
  const answers = { ...texts, ...more }
  const blocks = [...Object.keys(answers).map((name) => field(name)), sources]
  return { metadata: '', blocks, answers: { ...answers, settings_sources: ['news'] } }
}

const taken = {
  settings_site_alerts: 'project falcon: falcon',
  settings_feeds: 'https://blog.example/feed.xml',
}
const notOffered = {
  settings_site_alerts: 'Project',
  settings_feeds: 'file:///etc/passwd',
  settings_sources: '__proto__',
}

// biome-ignore format: A table is read by its rows.
export const lines: Line[] = [
  ...of('action settings_open', ['Settings…', 'change', homeButton('settings_open', 'new'), { ...plain, anyChannel: true }]),
  ...of('view settings', ['other settings', 'change', submit('settings', () => otherSettings()), { ...plain, anyChannel: true }],
    ['an address of a site', 'change', submit('settings', () => otherSettings({ settings_site: 'https://127.0.0.1' })), { ...plain, anyChannel: true }]),
  ...of('view settings_site',
    ['Take these', 'change', submit('settings_site', () => ({ metadata: '', answers: taken })), { ...plain, anyChannel: true }],
    ['values that nobody is offered', 'change', submit('settings_site', () => ({ metadata: 'forged', answers: notOffered })), { ...plain, anyChannel: true }]),
]
