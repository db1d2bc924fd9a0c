declare const answer: unique symbol

/** The path of an API call, with the type of what it answers. At run time it is a string like any other. */
export type ApiPath<T> = string & { readonly [answer]?: T }
