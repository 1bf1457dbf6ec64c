import shipped from '../../config/slack-manifest.json' with { type: 'json' }
import { features } from '../features.ts'
import type { Feature, WrittenFile } from '../kernel/feature.ts'
import { shippedFile } from '../model/shipped-file.ts'

export type AppManifest = typeof shipped

/** The manifest of the Slack app for a configuration: without what only features need that it switches off. */
export function manifestFor(file: WrittenFile): AppManifest {
  const arePeopleCalled = features.some((feature) => feature.callsPeople(file))
  const [on, off] = [true, false].map((isOn) =>
    namesOf(features.filter((feature) => feature.needsSlack(file, arePeopleCalled) === isOn)),
  )
  const unneeded = (one: unknown) => {
    const name = typeof one === 'object' && one !== null && 'callback_id' in one ? one.callback_id : one
    return typeof name === 'string' && off?.has(name) === true && on?.has(name) !== true
  }
  return JSON.parse(JSON.stringify(shipped), (_key, value) =>
    Array.isArray(value) ? value.filter((one) => !unneeded(one)) : value,
  ) as AppManifest
}

const namesOf = (some: readonly Feature[]) =>
  new Set(
    some.flatMap(({ slack: { scopes, events, shortcuts } }) => [
      ...Object.keys(scopes),
      ...events,
      ...shortcuts.map(({ callback }) => callback),
    ]),
  )

export const createAppLink = (app: AppManifest): string =>
  `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(JSON.stringify(app))}`

/** Where the manifest is, for people who paste it. */
export const manifestFile = shippedFile('slack-manifest.json')

/** The link fills a screen, so it comes last. */
export const createAppSteps = (app: AppManifest) =>
  [
    'Overheard creates the app with an app-configuration token: at https://api.slack.com/apps, below the list, Your App Configuration Tokens, press Generate Token,',
    'pick your workspace, and copy the access token (xoxe.xoxp-…). It lives 12 hours and rules all your apps, so it is used once, and neither stored nor logged.',
    'If you created the app before, open it at https://api.slack.com/apps.',
    '',
    'Or create it yourself: open this link, pick your workspace, press Next and then Create.',
    `(If your terminal breaks the link: api.slack.com/apps, Create New App, From a manifest, and paste ${manifestFile}.)`,
    '',
    createAppLink(app),
  ].join('\n')

/** What an app-configuration token begins with. */
export const configPrefix = 'xoxe.xoxp-'

/** Where the two tokens of an app are that Slack gives only to people. */
export const pagesOfApp = (id: string) =>
  [
    `Slack has created the app ${id}. Install it: https://api.slack.com/apps/${id}/install-on-team, press Install and Allow.`,
    `The bot token is then at https://api.slack.com/apps/${id}/oauth, and the app-level token is made at https://api.slack.com/apps/${id}/general.`,
  ].join('\n')

export const botTokenSteps = [
  'Bot token: in your app, open Install App (under Settings), press Install to Workspace and Allow. What Slack shows as optional there can be refused.',
  'The page then shows the Bot User OAuth Token; it begins with xoxb-.',
].join('\n')

export const appTokenSteps = [
  'App-level token: in your app, open Basic Information, go down to App-Level Tokens, press Generate Token and Scopes,',
  'give it any name, add the scope connections:write, press Generate. The token begins with xapp-.',
].join('\n')
