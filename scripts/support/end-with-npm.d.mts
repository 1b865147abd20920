export declare const endWithNpm: () => void
