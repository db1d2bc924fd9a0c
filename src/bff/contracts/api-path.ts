declare const answer: unique symbol

/** The path of an API call with the type of its response. At run time it is a plain string. */
export type ApiPath<T> = string & { readonly [answer]?: T }
