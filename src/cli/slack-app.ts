import written from '../../config/slack-manifest.json' with { type: 'json' }
import { shippedFile } from '../model/shipped-file.ts'

/** The manifest of the Slack app. */
export const manifest = written

const { bot, bot_optional: optional } = manifest.oauth_config.scopes
/** All permissions that the manifest asks for, and those of them that a person may refuse. */
export const botScopes: readonly string[] = bot
export const optionalScopes: ReadonlySet<string> = new Set(optional)

export function createAppLink(): string {
  return `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(JSON.stringify(manifest))}`
}

/** Where the manifest is, for people who paste it. */
export const manifestFile = shippedFile('slack-manifest.json')

export const createAppSteps = [
  'Open this link, pick your workspace, press Next and then Create:',
  '',
  createAppLink(),
  '',
  `(If your terminal breaks the link: api.slack.com/apps, Create New App, From a manifest, and paste ${manifestFile}.)`,
  'If you created the app before, open it at https://api.slack.com/apps.',
  '',
  'Or let Overheard create it: at https://api.slack.com/apps, below the list, Your App Configuration Tokens, press Generate Token, pick your workspace,',
  'and copy the access token (xoxe.xoxp-…). It lives 12 hours and rules all your apps, so it is used once, and neither stored nor logged.',
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
