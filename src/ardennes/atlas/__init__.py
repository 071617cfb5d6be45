"""The Ardennes as geography: gazetteer, georeference, and the builder of the hex maps."""
