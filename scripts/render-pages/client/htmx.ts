import "htmx.org"
