"""Refusals that Django REST framework writes itself, listed here so that our catalogues translate them.

The framework has no Serbian, and some of these texts in no language of the site but English. Nothing imports this list:
gettext finds our translation by the English text.
"""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext_noop as _

ACCESS: Final[Sequence[str]] = (
    _("Authentication credentials were not provided."),
    _("Incorrect authentication credentials."),
    _("Invalid token."),
    _("Invalid token header. No credentials provided."),
    _("Invalid token header. Token string should not contain spaces."),
    _("Invalid token header. Token string should not contain invalid characters."),
    _("User inactive or deleted."),
    _("You do not have permission to perform this action."),
)
REQUESTS: Final[Sequence[str]] = (
    _("Not found."),
    _('Method "{method}" not allowed.'),
    _("Could not satisfy the request Accept header."),
    _('Unsupported media type "{media_type}" in request.'),
    _("Malformed request."),
    _("Invalid input."),
    _("Invalid page."),
    _("A server error occurred."),
)
FIELDS: Final[Sequence[str]] = (
    _("This field is required."),
    _("This field may not be null."),
    _("This field may not be blank."),
    _("Must be a valid boolean."),
    _("Not a valid string."),
    _("Ensure this field has no more than {max_length} characters."),
    _("Ensure this field has at least {min_length} characters."),
    _("This value does not match the required pattern."),
    _("A valid integer is required."),
    _("A valid number is required."),
    _("Ensure this value is less than or equal to {max_value}."),
    _("Ensure this value is greater than or equal to {min_value}."),
    _("String value too large."),
    _('"{input}" is not a valid choice.'),
    _("Enter a valid URL."),
    _("Must be a valid UUID."),
    _("Value must be valid JSON."),
    _("Datetime has wrong format. Use one of these formats instead: {format}."),
    _("Date has wrong format. Use one of these formats instead: {format}."),
    _("Expected a datetime but got a date."),
    _("Expected a date but got a datetime."),
    _("Datetime value out of range."),
)
COLLECTIONS: Final[Sequence[str]] = (
    _("Invalid data. Expected a dictionary, but got {datatype}."),
    _('Expected a dictionary of items but got type "{input_type}".'),
    _('Expected a list of items but got type "{input_type}".'),
    _("This list may not be empty."),
    _("Ensure this field has at least {min_length} elements."),
    _("Ensure this field has no more than {max_length} elements."),
)
FILES: Final[Sequence[str]] = (
    _("No file was submitted."),
    _("The submitted data was not a file. Check the encoding type on the form."),
    _("The submitted file is empty."),
    _("Ensure this filename has at most {max_length} characters (it has {length})."),
)
