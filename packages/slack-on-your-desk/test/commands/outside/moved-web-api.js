import * as api from '@slack/web-api'

export * from '@slack/web-api'

/** Calls the workspace unless the test names another address. */
export class WebClient extends api.WebClient {
  constructor(token, options) {
    const [named, given] =
      typeof token === 'string' || token === undefined ? [token, options] : [undefined, token]
    super(named, { slackApiUrl: process.env.SLACK_API_URL, ...given })
  }
}
