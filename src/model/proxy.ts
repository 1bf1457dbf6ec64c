/** The proxies of HTTP clients: URLs, and hosts that are reached directly. An empty text means none. */
export type ProxySettings = { httpProxy: string; httpsProxy: string; noProxy: string }

export const withoutProxy: ProxySettings = { httpProxy: '', httpsProxy: '', noProxy: '' }
