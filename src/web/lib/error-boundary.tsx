import { Component, type ErrorInfo, type ReactNode } from 'react'

interface State {
  readonly error: unknown
  readonly resetKey: unknown
}

interface ErrorBoundaryProps {
  /** Another key begins without the error of the one before. */
  readonly resetKey?: unknown
  /** Shown in place of the children that threw; `reset` renders the children again. */
  readonly renderError: (error: unknown, reset: () => void) => ReactNode
  readonly children: ReactNode
}

/** Catches what its children throw while they render, so that the rest of the shop goes on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: State): State | null {
    return resetKey === state.resetKey ? null : { resetKey, error: null }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    // A script that did not come is no mistake of the shop's code.
    if (error instanceof ScriptNotLoaded) error.forget()
    // oxlint-disable-next-line no-console -- the only place where a failing component can be reported
    else console.error('A part of the page failed', error, info.componentStack)
  }

  private readonly reset = () => this.setState({ error: null })

  override render(): ReactNode {
    const { error } = this.state
    return error === null ? this.props.children : this.props.renderError(error, this.reset)
  }
}

/** A script could not be fetched: the connection is gone, or a release has replaced it. */
export class ScriptNotLoaded extends Error {
  /** Makes the next attempt fetch the script again. */
  readonly forget: () => void

  constructor(cause: unknown, forget: () => void = () => {}) {
    super('A script could not be loaded', { cause })
    this.name = 'ScriptNotLoaded'
    this.forget = forget
  }
}
