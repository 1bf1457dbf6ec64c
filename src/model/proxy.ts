/**
 * `httpProxy` and `httpsProxy` are URLs. `noProxy` lists the hosts that are reached directly, separated by commas. An
 * empty text means none.
 */
export type ProxySettings = { httpProxy: string; httpsProxy: string; noProxy: string }

export const withoutProxy: ProxySettings = { httpProxy: '', httpsProxy: '', noProxy: '' }
